// Replaces the judge of limits: nothing is read, locked or written, and every transfer is allowed.
export { limitColumns, measure } from '../../../server/remittance/limits/judge-batch.ts'

export const openAppliedRules = () => async () => ({ sandbox: undefined, production: undefined })

const judge = {
  judge: () => ({ outcome: 'allow', hits: [], version: 0 }),
  count() {},
  async saveNames() {},
}
export const openBatchJudge = async () => judge

export async function saveJudged() {}
