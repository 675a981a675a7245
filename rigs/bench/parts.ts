// What a measurement has started is stopped when it ends, also when Ctrl-C or an error ends it.

type Part = { stop(): Promise<void> }

export type Parts = {
  /** What is being started when the end comes is stopped too, once it has started. */
  start<Started extends Part>(starting: Promise<Started>): Promise<Started>
  /** True once the end has begun: what then fails is no news. */
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
      // A signal is then for who measures next.
      for (const signal of signals) process.off(signal, interrupt)
    })()
    return stopped
  }
  for (const signal of signals) process.once(signal, interrupt)
  return {
    start(starting) {
      stops.push(async () => (await starting.catch(() => undefined))?.stop())
      return starting.then((started) => {
        // Nothing more is started on what is being taken away.
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

/** Whatever becomes of `work`, what it has started is stopped. */
export async function withParts<Result>(work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const parts = openParts()
  try {
    return await work(parts)
  } finally {
    await parts.stop()
  }
}
