# Completion of ultragit for bash 3.2 and later. Load it from ~/.bashrc:
#   eval "$(ultragit completion bash)"
_ultragit() {
    local line files=
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files | :directories) files=${line#:} ;;
            *) COMPREPLY+=("$line") ;;
        esac
    done < <(ultragit complete bash -- "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    type compopt >/dev/null 2>&1 || return 0
    # As a command of git, where no space follows by itself.
    compopt +o nospace
    case ${#COMPREPLY[@]},$files in
        0,files) compopt -o default ;;
        0,directories) compopt -o dirnames +o default ;;
        *) compopt +o default +o bashdefault ;;
    esac
}

# Git's own completion calls this one for `git ultragit`.
_git_ultragit() {
    _ultragit
}

complete -o default -F _ultragit ultragit git-ultragit
