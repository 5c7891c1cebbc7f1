# Completion of traj for PowerShell 5.1 and later. In $PROFILE:
#   traj completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName traj -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.Extent.Text })
    if ($wordToComplete -eq '') { $words += '""' }
    & $commandAst.CommandElements[0].Extent.Text __complete @words 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        } elseif ($_ -ne ':') {
            $word, $note = $_ -split "`t", 2
            if (-not $note) { $note = $word }
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $note)
        }
    }
}
