// What people do with an uploaded batch of either kind: confirm its figures, also wrong ones and twice, and stop it on the way.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import type { ClientResponse } from '../../../world/network.ts'
import { type ActContext, isOk, minute } from '../context.ts'

export type UploadedBatch = {
  as: Credentials
  id: string
  /** Of its routes in the portal. */
  path: 'batches' | 'refund-batches'
  /** Pauses, resumes, cancels it, or sends its failed rows again. */
  act(name: string): Promise<ClientResponse | undefined>
}

/** @returns whether it was confirmed, as far as the person knows. */
export async function confirm(context: ActContext, { as, id, path }: UploadedBatch): Promise<boolean> {
  const { chance, sleep, clients, acknowledge, contradict, tries } = context
  let shown: any
  for (let looks = 0; shown?.state !== 'CHECKED' && looks < 10; looks++) {
    await sleep(chance.spread(1_000, 2 * minute))
    shown = (await clients.readPortal(as, `${path}/${id}`, { tries: tries() }))?.body?.data
  }
  if (shown?.state !== 'CHECKED' || shown.counts.ready === 0) return false
  const figures = { count: shown.counts.ready, total: shown.total_debit, skip_faulty: true }
  const send = (body: object) => clients.portal(as, `${path}/${id}/confirm`, body, { tries: tries() })
  if (chance.happens(0.2) && isOk(await send({ ...figures, count: figures.count + 1 })))
    contradict('a batch was confirmed with a wrong count', [id])
  const responses = await Promise.all([send(figures), ...(chance.happens(0.2) ? [send(figures)] : [])])
  if (responses.filter(isOk).length > 1) contradict('a batch was confirmed twice', [id])
  if (!responses.some(isOk)) return false
  acknowledge(
    'confirmed batch',
    'select 1 from batch where batch_id = $1 and confirmed_rows = $2 and confirmed_minor = $3',
    ...[id, figures.count, Math.round(figures.total * 100)],
  )
  return true
}

/** Pauses, resumes or cancels it, also at once. */
export async function stop(
  { chance, sleep, acknowledge }: ActContext,
  { id, act }: UploadedBatch,
): Promise<void> {
  const later = async (name: string) => {
    await sleep(chance.spread(1, chance.happens(0.5) ? 5_000 : 5 * minute))
    return isOk(await act(name))
  }
  const cancel = async () => {
    if (await later('cancel'))
      acknowledge('cancelled batch', `select 1 from batch where batch_id = $1 and state = 'CANCELLED'`, id)
  }
  if (chance.happens(0.5)) {
    await later('pause')
    await later('resume')
  }
  await Promise.all(chance.pick([[cancel()], [later('pause'), later('resume')], [cancel(), later('pause')]]))
  // A person who paused it resumes it in the end.
  await later('resume')
}
