// Reads server-sent events. EventSource cannot be used: it cannot send the token.

/** The `data` of each event with the default name, in order; comments and other events are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      unread += decoder.decode(value, { stream: true })
      const blocks = unread.split('\n\n')
      unread = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split('\n')
        if (lines.some((line) => line.startsWith('event:'))) continue
        const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
        if (data.length > 0) yield data.join('\n')
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
