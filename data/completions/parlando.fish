# Completions of the window's command line for fish.
complete -c parlando -l start -d 'Start dictation in the open window'
complete -c parlando -l stop -d 'Stop dictation in the open window'
complete -c parlando -s t -l toggle -d 'Start or stop dictation in the open window'
complete -c parlando -l pause -d 'Pause dictation in the open window'
complete -c parlando -l resume -d 'Resume dictation in the open window'
complete -c parlando -l verbose -d 'Log every stage of the work'
complete -c parlando -s v -l version -d 'Show the version'
complete -c parlando -s h -l help -d 'Show all options'
