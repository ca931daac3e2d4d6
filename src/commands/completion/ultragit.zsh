#compdef ultragit git-ultragit
# Completion of ultragit for zsh. As a file `_ultragit` in a directory of $fpath, or from ~/.zshrc, after compinit:
#   eval "$(ultragit completion zsh)"
_ultragit() {
    local line files value help
    local -a found
    while IFS= read -r line; do
        case $line in
            (:files|:directories) files=${line#:} ;;
            (*)
                value=${line%%$'\t'*}
                # A colon ends the value, unless it is escaped.
                help=${line#$value}
                found+=("${value//:/\\:}${help/#$'\t'/:}")
                ;;
        esac
    done < <(ultragit complete words -- ultragit "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    local ret=1
    (( $#found )) && _describe ultragit found && ret=0
    case $files in
        (files) _files && ret=0 ;;
        (directories) _files -/ && ret=0 ;;
    esac
    return ret
}

# Zsh's own completion of git calls this one for `git ultragit`.
_git-ultragit() {
    _ultragit "$@"
}

if [[ $funcstack[1] == _ultragit ]]; then
    _ultragit "$@"
else
    compdef _ultragit ultragit git-ultragit
fi
