#compdef parlando
# Completions of the window's command line for zsh.
_arguments \
    '--start[start dictation in the open window]' \
    '--stop[stop dictation in the open window]' \
    '(-t --toggle)'{-t,--toggle}'[start or stop dictation in the open window]' \
    '--language=[with --start or --toggle: language of this dictation]:code:' \
    '--model=[with --start or --toggle: speech model of this dictation]:name:' \
    '--captions[show captions of what this computer plays]' \
    '--source=[with --captions: what they hear]:source:(computer microphone both)' \
    '--translate=[with --captions: language of their translation]:code:' \
    '--pause[pause dictation in the open window]' \
    '--resume[resume dictation in the open window]' \
    '--verbose[log every stage of the work]' \
    '(-v --version)'{-v,--version}'[show the version]' \
    '(-h --help)'{-h,--help}'[show all options]' \
    '*:file:_files'
