// What every channel guarantees, shown against a real server that speaks its protocol.
import { expect, test } from 'vitest'
import { newId } from '../kernel/id.ts'
import type { Channel, OutgoingMessage } from './channel.ts'

/** A server that a channel sends to. */
export type ChannelBench = {
  channel: Channel
  /** Makes a message that the channel can send. */
  message(id: string): OutgoingMessage
  /** The ids of the messages that arrived, in order. */
  arrived(): string[]
  /** Makes the server do this with the next message. */
  next(treatment: 'refuse' | 'refuse for now' | 'accept and break off'): void
  /** Ends the server; later calls find nobody. */
  stop(): Promise<void>
  close(): Promise<void>
}

export function channelContract(name: string, open: () => Promise<ChannelBench>): void {
  const withBench = async (work: (bench: ChannelBench) => Promise<void>) => {
    const bench = await open()
    try {
      await work(bench)
    } finally {
      await bench.channel.close()
      await bench.close()
    }
  }

  test(`${name}: a message arrives under its id, and again under the same if it is repeated`, () =>
    withBench(async ({ channel, message, arrived }) => {
      const id = newId()
      expect(await channel.send(message(id))).toEqual({ kind: 'sent' })
      await channel.send(message(id))
      expect(new Set(arrived())).toEqual(new Set([id]))
    }))

  test(`${name}: a message that is refused for good differs from one that is refused for now`, () =>
    withBench(async ({ channel, message, next, arrived }) => {
      const id = newId()
      next('refuse')
      expect((await channel.send(message(id))).kind).toBe('refused')
      next('refuse for now')
      expect((await channel.send(message(id))).kind).toBe('failed')
      expect(arrived()).toEqual([])
      expect(await channel.send(message(id))).toEqual({ kind: 'sent' })
    }))

  test(`${name}: a connection that breaks after the message leaves the outcome unknown`, () =>
    withBench(async ({ channel, message, next }) => {
      next('accept and break off')
      expect((await channel.send(message(newId()))).kind).toBe('unknown')
    }))

  test(`${name}: without a server, certainly nothing was sent`, () =>
    withBench(async ({ channel, message, stop }) => {
      await stop()
      expect((await channel.send(message(newId()))).kind).toBe('failed')
    }))
}
