// The sending of a file over networks that lose calls and responses, without a network: the service is played.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UploadProgress } from '../api/schemas.generated.ts'
import { Refused, RetryLater } from './refusals.ts'
import { nextPiece, pauseAfter, sendFile, type UploadService } from './send-file.ts'

type Fate = 'arrives' | 'call lost' | 'response lost'

/** A service that stores what arrives. @param fates what happens to each call, in order; then all arrive. */
function playedService(size: number, fates: Fate[]) {
  const stored: number[] = []
  const sent = { bytes: 0 }
  const progress = (): UploadProgress => ({
    ...{ id: '1', name: 'a.jpg', size, sha256: '', fault: null, papers: [], offset: stored.length },
    state: stored.length === size ? 'RECEIVED' : 'RECEIVING',
  })
  async function call(work: () => void): Promise<UploadProgress> {
    const fate = fates.shift() ?? 'arrives'
    if (fate !== 'call lost') work()
    if (fate !== 'arrives') throw new RetryLater()
    return progress()
  }
  const service: UploadService = {
    begin: () => call(() => {}),
    progress: () => call(() => {}),
    sendPiece: (_id, offset, piece) =>
      call(() => {
        sent.bytes += piece.length
        if (offset === stored.length) stored.push(...piece)
      }),
  }
  return { service, stored, sent }
}

const surroundings = { now: () => 0, pause: async () => {}, report: () => {} }
const fileOf = (size: number) => ({
  ...{ name: 'a.jpg', sha256: '' },
  bytes: new Uint8Array(size).map((_, i) => i % 251),
  papers: [],
})

describe('sending a file', () => {
  test('whatever calls and responses are lost, the file arrives as it is', async () => {
    const fates = fc.array(fc.constantFrom<Fate>('arrives', 'call lost', 'response lost'), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fates, fc.integer({ min: 1, max: 200_000 }), async (lost, size) => {
        const file = fileOf(size)
        const { service, stored } = playedService(size, lost)
        assert.equal((await sendFile(service, file, surroundings)).state, 'RECEIVED')
        assert.ok(Buffer.from(stored).equals(Buffer.from(file.bytes)))
      }),
      { numRuns: 40 },
    )
  })

  test('without losses nothing is sent twice', async () => {
    const { service, sent } = playedService(300_000, [])
    await sendFile(service, fileOf(300_000), surroundings)
    assert.equal(sent.bytes, 300_000)
  })

  test('pauses grow to half a minute, and begin again small after a success', async () => {
    const pauses: number[] = []
    const lost: Fate[] = ['arrives', ...Array<Fate>(7).fill('call lost'), 'arrives', 'call lost']
    const { service } = playedService(100_000, lost)
    const pause = async (ms: number) => void pauses.push(ms)
    await sendFile(service, fileOf(100_000), { ...surroundings, pause })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000])
    assert.equal(pauseAfter(100), 30_000)
  })

  test('a service that says when to come back is asked then', async () => {
    const pauses: number[] = []
    const { service } = playedService(10, [])
    const begin = service.begin
    let tries = 0
    service.begin = async (file) => {
      tries += 1
      if (tries === 1) throw new RetryLater(7_000)
      return begin(file)
    }
    const pause = async (ms: number) => void pauses.push(ms)
    await sendFile(service, fileOf(10), { ...surroundings, pause })
    assert.deepEqual(pauses, [7_000])
  })

  test('a refusal ends it', async () => {
    const { service } = playedService(10, [])
    service.sendPiece = async () => {
      throw new Refused(404)
    }
    await assert.rejects(sendFile(service, fileOf(10), surroundings), { status: 404 })
  })

  test.each([
    [16_384, 4_000, 16_384],
    [16_384, 8_000, 8_192],
    [16_384, 1, 32_768],
    [49_152, 1, 49_152],
    [2_048, 60_000, 2_048],
  ])('after %i bytes in %i ms the next piece has %i', (length, ms, next) => {
    assert.equal(nextPiece(length, ms), next)
  })
})
