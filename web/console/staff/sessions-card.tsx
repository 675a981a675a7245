// Where colleagues are signed in, for owners; where one is signed in oneself, for everybody. Each session can be ended.
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { may } from '../frame/rights.ts'
import { session as signedIn } from '../frame/session.ts'
import { endSession, listSessions, type Session } from './staff.ts'
import { staffTexts } from './texts.ts'

/** @param props.of only the sessions of the user with this email */
export function SessionsCard({ of }: { of?: string }) {
  const t = staffTexts()
  const sessions = useLoad('staff sessions', listSessions)
  const end = async (session: Session) => {
    try {
      await endSession(session)
      toast(t.ended)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
    }
    sessions.reload()
  }
  return (
    <Card title={t.sessions}>
      <Await of={sessions}>
        {({ items }) => (
          <Table
            caption={t.sessions}
            rows={items.filter(({ email }) => of === undefined || email === of)}
            keyOf={({ session_id }) => session_id}
            empty={<p class="soft">{t.noSessions}</p>}
            columns={columnsOf(end)}
          />
        )}
      </Await>
    </Card>
  )
}

/** One's own, and with the right also those of colleagues. */
const mayEnd = ({ email }: Session) => may('staff') || email === signedIn.value?.me.user?.email

function columnsOf(end: (session: Session) => Promise<void>): Column<Session>[] {
  const t = staffTexts()
  return [
    { heading: t.person, cell: ({ email }) => email },
    { heading: t.device, cell: ({ device }) => device ?? t.unknown },
    { heading: t.address, cell: ({ address }) => address },
    { heading: t.used, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    {
      heading: t.act,
      onCard: 'foot',
      cell: (session) =>
        session.current ? (
          <Badge tone="good">{t.here}</Badge>
        ) : mayEnd(session) ? (
          <Button small onClick={() => end(session)} aria-label={`${t.end}, ${session.email}`}>
            {t.end}
          </Button>
        ) : null,
    },
  ]
}
