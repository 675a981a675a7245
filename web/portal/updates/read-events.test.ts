import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

async function read(...chunks: string[]): Promise<string[]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  return Array.fromAsync(readEvents(body))
}

test('events are read whole, wherever the network cuts them', async () => {
  expect(await read(': \n\ndata: {"a"', ':1}\n', '\ndata: {"b":2}\n\nda')).toEqual(['{"a":1}', '{"b":2}'])
})

test('comments and named events are skipped', async () => {
  expect(await read(': \n\n: \n\nevent: end\ndata: {}\n\ndata: 1\n\n')).toEqual(['1'])
})
