// The people who run the service: their roles, invitations and sessions. Only owners see this page.
import { useState } from 'preact/hooks'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { session } from '../frame/session.ts'
import { PendingApprovals } from '../parts/pending.tsx'
import { ChangeRole, RemoveUser, ResetFactor } from './change-user.tsx'
import { Invite } from './invite.tsx'
import { type MadeLink, OneTimeLink } from './one-time-link.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { listUsers, type StaffUser } from './staff.ts'
import { roleTexts, staffTexts } from './texts.ts'

type Act = 'role' | 'again' | 'reset' | 'remove'

export function StaffPage() {
  const t = staffTexts()
  const users = useLoad('staff', listUsers)
  const [inviting, setInviting] = useState(false)
  const [acting, setActing] = useState<{ act: Act; user: StaffUser }>()
  const [link, setLink] = useState<MadeLink>()
  const close = () => setActing(undefined)
  const shared = acting && { user: acting.user, done: users.reload, close }
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={
        <ActButton right="staff" small appearance="main" onClick={() => setInviting(true)}>
          {t.invite}…
        </ActButton>
      }
    >
      <Card title={t.users}>
        <Await of={users}>
          {({ items }) => (
            <Folds
              label={t.users}
              rows={items.map((user) => userRow(user, (act) => setActing({ act, user })))}
              empty={<EmptyState title={t.none} />}
            />
          )}
        </Await>
      </Card>
      <SessionsCard />
      {inviting && <Invite done={users.reload} made={setLink} close={() => setInviting(false)} />}
      {shared && acting.act === 'again' && <Invite {...shared} again={shared.user} made={setLink} />}
      {shared && acting.act === 'role' && <ChangeRole {...shared} />}
      {shared && acting.act === 'reset' && <ResetFactor {...shared} made={setLink} />}
      {shared && acting.act === 'remove' && <RemoveUser {...shared} />}
      {link && <OneTimeLink link={link} close={() => setLink(undefined)} />}
    </Page>
  )
}

const tones: Record<StaffUser['state'], Tone> = {
  WAITING: 'wait',
  INVITED: 'wait',
  ACTIVE: 'plain',
  REMOVED: 'bad',
}

function userRow(user: StaffUser, act: (act: Act) => void): Fold {
  const t = staffTexts()
  const { user_id, name, email, role, state } = user
  const isOwn = user_id === session.value?.me.user?.user_id
  const roleName = roleTexts()[role].name
  return {
    key: user_id,
    name: isOwn ? `${name} (${t.you})` : name,
    note: state === 'ACTIVE' ? email : `${email} · ${roleName}`,
    end: <Badge tone={tones[state]}>{state === 'ACTIVE' ? roleName : t.states[state]}</Badge>,
    body: (
      <>
        <p class="small-print">{roleTexts()[role].what}</p>
        <Facts facts={factsOf(user)} />
        <PendingApprovals pending={user.pending_approvals} />
        <div class="actions">
          <ActButton right="staff" small onClick={() => act('role')}>
            {t.changeRole}…
          </ActButton>
          {state !== 'ACTIVE' && (
            <ActButton right="staff" small onClick={() => act('again')}>
              {t.again}…
            </ActButton>
          )}
          {state === 'ACTIVE' && !isOwn && (
            <ActButton right="staff" small onClick={() => act('reset')}>
              {t.reset}…
            </ActButton>
          )}
          <ActButton right="staff" small appearance="danger" onClick={() => act('remove')}>
            {t.remove}…
          </ActButton>
        </div>
      </>
    ),
  }
}

function factsOf({ last_sign_in_at, created_by, created_at, second_factor, link_expires_at }: StaffUser) {
  const t = staffTexts()
  return [
    [t.lastSignIn, last_sign_in_at ? <Time key="seen" at={last_sign_in_at} /> : t.never] as const,
    [t.factor, second_factor ? t.factorOn : t.factorOff] as const,
    [t.invitedBy, created_by] as const,
    [t.since, <Time key="since" at={created_at} />] as const,
    ...(link_expires_at ? [[t.linkUntil, <Time key="until" at={link_expires_at} />] as const] : []),
  ]
}
