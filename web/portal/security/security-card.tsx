// How the signed-in user signs in: passkeys, authenticator app, recovery codes.
import { useState } from 'preact/hooks'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, noteSecondFactor } from '../access/session.ts'
import type { Factors } from '../api-types.ts'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { canUsePasskeys } from './passkey-button.tsx'
import { CodesShown, RenewCodes } from './recovery-codes.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { securityTexts } from './security-texts.ts'

type Acting =
  | { act: 'passkey' | 'app' | 'renew' }
  | { act: 'remove'; name: string; path: string }
  | { act: 'codes'; codes: string[] }

export function SecurityCard() {
  const t = securityTexts()
  const factors = useLoad('factors', async (signal) => {
    const found = await api.get<Factors>('factors', {}, signal)
    noteSecondFactor(found.second_factor)
    return found
  })
  const [acting, setActing] = useState<Acting>()
  /** Shows recovery codes where the change brought some. */
  const done = (codes: string[] | null = null) => {
    setActing(codes ? { act: 'codes', codes } : undefined)
    factors.reload()
  }
  const close = () => setActing(undefined)
  return (
    <Card id="security" title={t.title}>
      <Await of={factors}>
        {(found) => (
          <>
            <p class="soft">{found.second_factor ? t.on : t.off}</p>
            <FactorRows factors={found} act={setActing} />
            {acting?.act === 'remove' && (
              <RemoveFactor {...acting} isLast={countOf(found) === 1} done={done} close={close} />
            )}
          </>
        )}
      </Await>
      {acting?.act === 'passkey' && <AddPasskey done={done} close={close} />}
      {acting?.act === 'app' && <AddApp done={done} close={close} />}
      {acting?.act === 'renew' && <RenewCodes done={done} close={close} />}
      {acting?.act === 'codes' && <CodesShown codes={acting.codes} close={close} />}
    </Card>
  )
}

const countOf = ({ totp, passkeys }: Factors) => passkeys.length + (totp ? 1 : 0)

function FactorRows({ factors, act }: { factors: Factors; act: (acting: Acting) => void }) {
  const t = securityTexts()
  const { totp, passkeys, recovery_codes, second_factor } = factors
  return (
    <>
      <ul class="rows">
        {passkeys.map(({ passkey_id, name, created_at, last_used_at }) => (
          <Row
            key={passkey_id}
            name={name}
            note={[
              `${t.passkey}, ${t.added(formatTime(created_at, 'shortDay'))}`,
              last_used_at ? t.lastUsed(formatTime(last_used_at, 'list')) : t.unused,
            ].join(', ')}
            label={t.remove}
            onClick={() => act({ act: 'remove', name, path: `factors/passkeys/${passkey_id}` })}
          />
        ))}
        <Row
          name={t.app}
          note={totp ? t.appOn(formatTime(totp.created_at, 'shortDay')) : t.appOff}
          isOn={totp !== null}
          label={totp ? t.remove : `${t.setUp}…`}
          onClick={() => act(totp ? { act: 'remove', name: t.app, path: 'factors/totp' } : { act: 'app' })}
        />
        {second_factor && (
          <Row
            name={t.codes}
            note={t.codesLeft(recovery_codes.left)}
            label={`${t.renew}…`}
            onClick={() => act({ act: 'renew' })}
          />
        )}
      </ul>
      {canUsePasskeys() && (
        <div class="actions">
          <Button small onClick={() => act({ act: 'passkey' })}>
            {t.addPasskey}…
          </Button>
          <span class="small-print">{t.passkeyHint}</span>
        </div>
      )}
    </>
  )
}

type RowProps = { name: string; note: string; isOn?: boolean; label: string; onClick: () => void }

function Row({ name, note, isOn = false, label, onClick }: RowProps) {
  return (
    <li>
      <div>
        <h3>
          {name} {isOn && <Badge tone="good">✓</Badge>}
        </h3>
        <p class="small-print">{note}</p>
      </div>
      <Button small onClick={onClick} aria-label={`${label}, ${name}`}>
        {label}
      </Button>
    </li>
  )
}
