// What payers and the operators' staff do at the simulated operators.
import assert from 'node:assert/strict'
import type { World } from '../world/world.ts'

export type CollectionControls = ReturnType<typeof collectionControlsOf>

/** @param world.sandboxUrl where the simulated operators listen. */
export function collectionControlsOf({ sandboxUrl }: Pick<World, 'sandboxUrl'>) {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${sandboxUrl}/sandbox/operators${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    const text = await response.text()
    assert.ok(response.ok, text)
    return JSON.parse(text)
  }
  return {
    call,
    /** Gives a number another ending than its digits. */
    setEnding: (number: string, ending: string) => call('/behaviours', { msisdn: number.slice(1), ending }),
    /** The collection that the payer with this number is being asked for. */
    promptOf: async (number: string): Promise<string> =>
      (await call(`/prompts?msisdn=${number.slice(1)}`)).prompts.at(-1).id,
    /** Ends a collection; `reversed` returns an approved one to its payer. */
    release: (collection: string, outcome: string) => call(`/collections/${collection}/release`, { outcome }),
  }
}
