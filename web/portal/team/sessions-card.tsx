// Where the user is signed in, with the device and its last use. Each session can be ended, or all but this one.
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { UserSession } from '../api-types.ts'

export const sessionsTexts = catalogue({
  fr: {
    title: 'Sessions',
    intro: 'Les appareils connectés à votre compte. Fermez ceux que vous ne reconnaissez pas.',
    here: 'Cet appareil',
    lastUsed: (time: string) => `dernière activité ${time}`,
    unknown: 'Appareil inconnu',
    end: 'Fermer',
    endOthers: 'Fermer toutes les autres sessions',
    ended: 'Session fermée.',
    othersEnded: 'Toutes les autres sessions sont fermées.',
  },
  en: {
    title: 'Sessions',
    intro: 'The devices signed in to your account. Sign out any you don’t recognize.',
    here: 'This device',
    lastUsed: (time: string) => `last used ${time}`,
    unknown: 'Unknown device',
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    ended: 'Session signed out.',
    othersEnded: 'Signed out everywhere else.',
  },
})

export function SessionsCard() {
  const t = sessionsTexts()
  const sessions = useLoad('sessions', (signal) => api.get<{ items: UserSession[] }>('sessions', {}, signal))
  const end = async (path: string, done: string) => {
    try {
      await api.call('DELETE', path)
      toast(done)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
    }
    sessions.reload()
  }
  return (
    <Card id="sessions" title={t.title}>
      <p class="soft">{t.intro}</p>
      <Await of={sessions}>
        {({ items }) => (
          <>
            <ul class="rows">
              {items.map((one) => (
                <li key={one.session_id}>
                  <div>
                    <h3>{one.device ?? t.unknown}</h3>
                    <p class="small-print">
                      {[one.address, t.lastUsed(formatTime(one.last_used_at, 'list'))]
                        .filter(Boolean)
                        .join(', ')}
                    </p>
                  </div>
                  {one.current ? (
                    <Badge tone="good">{t.here}</Badge>
                  ) : (
                    <Button
                      small
                      onClick={() => end(`sessions/${one.session_id}`, t.ended)}
                      aria-label={`${t.end}, ${one.device ?? t.unknown}`}
                    >
                      {t.end}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {items.length > 1 && (
              <div class="actions">
                <Button small onClick={() => end('sessions', t.othersEnded)}>
                  {t.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Await>
    </Card>
  )
}
