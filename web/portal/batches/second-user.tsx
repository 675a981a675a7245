// A batch that was uploaded in the portal needs a second user: who has none is shown what to do, before and after the upload.

import type { Batch } from '../../ui/batches/place.ts'
import { batchTexts } from '../../ui/batches/texts.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may, session } from '../access/session.ts'
import type { Member } from '../api-types.ts'

const roles: readonly Member['role'][] = ['owner', 'accountant']

/** Whether another user can confirm; undefined while that is not known, as it is to all but owners. */
function useSecondUser(batch: Batch | undefined): boolean | undefined {
  const users = useLoad('users', async (signal) =>
    may('team') ? (await api.get<{ items: Member[] }>('users', {}, signal)).items : undefined,
  )
  const excluded = [session.value?.user?.email, ...(batch ? authorsOf(batch) : [])]
  return users.data?.some(({ email, role }) => !excluded.includes(email) && roles.includes(role))
}

/** The emails of the users who have written what a batch pays, and cannot confirm it. */
export const authorsOf = ({ uploaded_by, corrected_by, profiles_changed_by }: Batch): string[] => [
  ...new Set([...(uploaded_by === null ? [] : [uploaded_by]), ...corrected_by, ...profiles_changed_by]),
]

/** @param batch one that waits for somebody other than the reader; absent before the upload */
export function SecondUser({ batch }: { batch?: Batch }) {
  const t = batchTexts()
  const hasOther = useSecondUser(batch)
  const authors = batch ? authorsOf(batch) : []
  if (hasOther === false)
    return (
      <Notice title={t.alone}>
        <p>{authors.length > 1 ? t.aloneAuthors(authors.join(', ')) : t.aloneHint}</p>
        <p>
          <ButtonLink small href="/portal/team">
            {t.invite}
          </ButtonLink>
        </p>
      </Notice>
    )
  if (!batch) return null
  return (
    <Notice title={t.second}>
      <p>
        {t.secondHint} {!may('team') && t.aloneUnsure}
      </p>
    </Notice>
  )
}
