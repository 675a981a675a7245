// A batch that was uploaded in the portal needs a second user: who has none is shown what to do, before and after the upload.
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may, session } from '../access/session.ts'
import type { Member } from '../api-types.ts'
import { batchTexts } from './texts.ts'

const roles: readonly Member['role'][] = ['owner', 'accountant']

/** Whether another user can confirm; undefined while that is not known, as it is to all but owners. */
function useSecondUser(): boolean | undefined {
  const users = useLoad('users', async (signal) =>
    may('team') ? (await api.get<{ items: Member[] }>('users', {}, signal)).items : undefined,
  )
  const own = session.value?.user?.user_id
  return users.data?.some(({ user_id, role }) => user_id !== own && roles.includes(role))
}

/** @param isUploaded shown to whoever uploaded a batch, which waits for somebody else */
export function SecondUser({ isUploaded = false }: { isUploaded?: boolean }) {
  const t = batchTexts()
  const hasOther = useSecondUser()
  if (hasOther === false)
    return (
      <Notice title={t.alone}>
        <p>{t.aloneHint}</p>
        <p>
          <ButtonLink small href="/portal/team">
            {t.invite}
          </ButtonLink>
        </p>
      </Notice>
    )
  if (!isUploaded) return null
  return (
    <Notice title={t.second}>
      <p>
        {t.secondHint} {!may('team') && t.aloneUnsure}
      </p>
    </Notice>
  )
}
