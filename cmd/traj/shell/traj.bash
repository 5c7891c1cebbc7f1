# Completion of traj for bash 3.2 and later. In ~/.bashrc:
#   source <(traj completion bash)
_traj() {
    local word line joined=() i=1
    # bash takes --flag=value apart at the sign; put it together again
    while [ "$i" -le "$COMP_CWORD" ]; do
        word=${COMP_WORDS[i]}
        if [ "${#joined[@]}" -gt 0 ] && { [ "$word" = = ] || [ "${COMP_WORDS[i-1]}" = = ]; }; then
            joined[${#joined[@]}-1]+=$word
        else
            joined[${#joined[@]}]=$word
        fi
        i=$((i + 1))
    done
    word=${joined[${#joined[@]}-1]}
    local cut=''
    case $word in -*=*) cut=${word%%=*}= ;; esac
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :files)
            while IFS= read -r line; do
                COMPREPLY[${#COMPREPLY[@]}]=$line
            done < <(compgen -f -- "$word")
            compopt -o filenames 2>/dev/null
            ;;
        :) ;;
        *)
            line=${line%%$'\t'*}
            COMPREPLY[${#COMPREPLY[@]}]=${line#"$cut"}
            ;;
        esac
    done < <("${COMP_WORDS[0]}" __complete "${joined[@]}" 2>/dev/null)
}
complete -F _traj traj
