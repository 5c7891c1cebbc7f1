# Completion of traj for fish 3.0 and later. In ~/.config/fish/config.fish:
#   traj completion fish | source
function __traj_complete
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    set -l last (commandline --current-token --cut-at-cursor)
    for line in (command $words[1] __complete $words[2..] "$last" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path $last
            case ':'
            case '*'
                echo $line
        end
    end
end
complete --command traj --no-files --arguments '(__traj_complete)'
