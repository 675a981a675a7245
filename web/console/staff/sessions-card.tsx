// Where colleagues are signed in. Each session can be ended.
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { endSession, listSessions, type Session } from './staff.ts'
import { staffTexts } from './texts.ts'

export function SessionsCard() {
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
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">{t.noSessions}</p>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <OneSession key={one.session_id} session={one} end={() => end(one)} />
              ))}
            </ul>
          )
        }
      </Await>
    </Card>
  )
}

function OneSession({ session, end }: { session: Session; end: () => void }) {
  const t = staffTexts()
  const { email, device, address, last_used_at, current } = session
  const where = [device ?? t.unknown, address, t.lastUsed(formatTime(last_used_at, 'list'))]
  return (
    <li>
      <div>
        <h3>{email}</h3>
        <p class="small-print">{where.join(', ')}</p>
      </div>
      {current ? (
        <Badge tone="good">{t.here}</Badge>
      ) : (
        <Button small onClick={end} aria-label={`${t.end}, ${email}, ${device ?? t.unknown}`}>
          {t.end}
        </Button>
      )}
    </li>
  )
}
