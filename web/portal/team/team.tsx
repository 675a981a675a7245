// The people of a merchant: who they are, what their roles allow, and invitations. Only owners see this page.
import { useState } from 'preact/hooks'
import { Badge } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, isInTestMode, session } from '../access/session.ts'
import type { Invitation, Member } from '../api-types.ts'
import { ChangeRole, RemoveUser, ResetFactors } from './change-user.tsx'
import { Invite } from './invite.tsx'
import { roleTexts } from './role-texts.ts'
import { teamTexts } from './texts.ts'

export function TeamPage() {
  const t = teamTexts()
  const users = useLoad('users', (signal) => api.get<{ items: Member[] }>('users', {}, signal))
  const invitations = useLoad('invitations', (signal) =>
    api.get<{ items: Invitation[] }>('invitations', {}, signal),
  )
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={
        <Button small appearance="main" onClick={() => setInviting(true)}>
          {t.invite}…
        </Button>
      }
    >
      {isInTestMode() && <Notice>{t.sharedByModes}</Notice>}
      <Await of={users}>{({ items }) => <Users users={items} done={users.reload} />}</Await>
      <Await of={invitations}>
        {({ items }) => <Invitations invitations={items} done={invitations.reload} />}
      </Await>
      {inviting && <Invite done={invitations.reload} close={() => setInviting(false)} />}
    </Page>
  )
}

type Acting = { act: 'role' | 'remove' | 'factors'; user: Member }

function Users({ users, done }: { users: readonly Member[]; done: () => void }) {
  const t = teamTexts()
  const [acting, setActing] = useState<Acting>()
  const close = () => setActing(undefined)
  return (
    <Card title={t.users}>
      <Folds
        label={t.users}
        rows={users.map((user) => userRow(user, (act) => setActing({ act, user })))}
        empty={null}
      />
      {acting?.act === 'role' && <ChangeRole user={acting.user} done={done} close={close} />}
      {acting?.act === 'factors' && <ResetFactors user={acting.user} done={done} close={close} />}
      {acting?.act === 'remove' && <RemoveUser user={acting.user} done={done} close={close} />}
    </Card>
  )
}

function userRow(user: Member, act: (act: Acting['act']) => void): Fold {
  const t = teamTexts()
  const { user_id, name, email, role, created_at, last_sign_in_at, second_factor } = user
  const isOwn = user_id === session.value?.user?.user_id
  return {
    key: user_id,
    name: isOwn ? `${name} (${t.you})` : name,
    note: email,
    end: <Badge>{roleTexts()[role].name}</Badge>,
    body: (
      <>
        <p class="small-print">{roleTexts()[role].what}</p>
        <Facts
          facts={[
            [t.lastSignIn, last_sign_in_at ? <Time key="seen" at={last_sign_in_at} /> : t.never],
            [t.since, <Time key="since" at={created_at} />],
            [t.secondFactor, second_factor ? t.factorOn : t.factorOff],
          ]}
        />
        <div class="actions">
          <Button small onClick={() => act('role')}>
            {t.changeRole}…
          </Button>
          {second_factor && !isOwn && (
            <Button small onClick={() => act('factors')}>
              {t.resetFactors}…
            </Button>
          )}
          <Button small appearance="danger" onClick={() => act('remove')}>
            {t.remove}…
          </Button>
        </div>
      </>
    ),
  }
}

function Invitations({ invitations, done }: { invitations: readonly Invitation[]; done: () => void }) {
  const t = teamTexts()
  if (invitations.length === 0) return null
  const revoke = async ({ invitation_id }: Invitation) => {
    try {
      await api.call('DELETE', `invitations/${encodeURIComponent(invitation_id)}`)
      toast(t.revoked)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
    }
    done()
  }
  return (
    <Card title={t.invitations}>
      <ul class="rows">
        {invitations.map((invitation) => (
          <li key={invitation.invitation_id}>
            <div>
              <h3>{invitation.email}</h3>
              <p class="small-print">
                {roleTexts()[invitation.role].name}, {t.until(formatTime(invitation.expires_at, 'shortDay'))}
              </p>
            </div>
            <Button small onClick={() => revoke(invitation)} aria-label={`${t.revoke}, ${invitation.email}`}>
              {t.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
