// What an authenticator app takes: the QR code, and the key to type where it cannot be scanned.
import { Code } from '../display/facts.tsx'
import { CopyButton } from '../forms/button.tsx'
import { catalogue } from '../language/language.ts'
import { Qr } from './qr.tsx'

const texts = catalogue({
  fr: {
    scan: 'Scannez ce code QR avec votre application d’authentification, ou saisissez-y la clé.',
    qr: 'Code QR de l’application d’authentification',
    key: 'Clé',
  },
  en: {
    scan: 'Scan this QR code with your authenticator app, or type the key into it.',
    qr: 'QR code for the authenticator app',
    key: 'Key',
  },
})

export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const t = texts()
  return (
    <>
      <p>{t.scan}</p>
      <Qr text={uri} label={t.qr} />
      <p class="secret-key">
        <Code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code> <CopyButton text={secret} what={t.key} />
      </p>
    </>
  )
}
