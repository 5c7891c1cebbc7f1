#compdef traj
# Completion of traj for zsh. In ~/.zshrc, after compinit:
#   source <(traj completion zsh)
# or write it to a file named _traj in a directory of $fpath.
_traj() {
    local line word note files=0
    local -a described plain
    for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
        :files) files=1 ;;
        :) ;;
        *)
            word=${line%%$'\t'*} note=${line#*$'\t'}
            if [[ -n $note ]]; then
                described+=("${word//:/\\:}:$note")
            else
                plain+=("$word")
            fi
            ;;
        esac
    done
    (( $#described )) && _describe -t commands traj described
    (( $#plain )) && compadd -- "${plain[@]}"
    (( files )) && _files
    return 0
}
if [ "${funcstack[1]}" = _traj ]; then
    _traj "$@"
else
    compdef _traj traj
fi
