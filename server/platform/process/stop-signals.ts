/** A terminal signals every process of its group, and npm passes its own copy on: both come from one Ctrl-C. */
const oneKeystrokeMs = 500

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP. What follows within half a second belongs to the same request to stop; a
 * later signal ends the process at once with exit code 1.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let stoppingSince: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, (signal) => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now()
        return stop(signal)
      }
      // guard: later-stop-signal
      if (performance.now() - stoppingSince > oneKeystrokeMs) process.exit(1)
    })
}
