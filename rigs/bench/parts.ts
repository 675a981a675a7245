// Everything that a measurement starts is stopped when it ends, also after Ctrl-C or an error.

type Part = { stop(): Promise<void> }

export type Parts = {
  /** A part that is still starting when the measurement ends is stopped once it has started. */
  start<Started extends Part>(starting: Promise<Started>): Promise<Started>
  /** True once the shutdown has begun; later failures are expected. */
  readonly stopping: boolean
  stop(): Promise<void>
}

const signals = ['SIGINT', 'SIGTERM'] as const

export function openParts(): Parts {
  const stops: (() => Promise<void>)[] = []
  let stopped: Promise<void> | undefined

  const interrupt = () => void stop().finally(() => process.exit(130))
  function stop(): Promise<void> {
    stopped ??= (async () => {
      for (const each of stops.reverse()) await each()
      // Later signals are for the next measurement.
      for (const signal of signals) process.off(signal, interrupt)
    })()
    return stopped
  }
  for (const signal of signals) process.once(signal, interrupt)
  return {
    start(starting) {
      stops.push(async () => (await starting.catch(() => undefined))?.stop())
      return starting.then((started) => {
        // Nothing is started during the shutdown.
        if (stopped) throw new Error('the measurement was ended')
        return started
      })
    },
    get stopping() {
      return stopped !== undefined
    },
    stop,
  }
}

/** Runs `work` and stops everything it has started, however it ends. */
export async function withParts<Result>(work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const parts = openParts()
  try {
    return await work(parts)
  } finally {
    await parts.stop()
  }
}
