// Waiting for asynchronous effects.

/** Waits until `look` finds something; fails with `what` after a while. */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  withinMs = 60_000,
): Promise<Found> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
