// The page that checks a signature: of a webhook the merchant received, or of a request its server sends.
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { Body, Card } from '../../ui/display/facts.tsx'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { api } from '../access/session.ts'
import { headersOf } from '../account/lines.ts'
import { signatureCause, signatureDetail } from './signature-cause.ts'

const texts = catalogue({
  fr: {
    title: 'Vérifier une signature',
    intro:
      'Collez ce que votre serveur a reçu ou envoyé\u00a0: nous indiquons si la signature est valide, et sinon pourquoi. Rien n’est conservé.',
    kind: 'À vérifier',
    webhook: 'Un webhook de Likuta',
    request: 'Une requête de votre serveur',
    headers: 'En-têtes',
    headersHint: 'Un par ligne, comme «\u00a0X-Service-Signature: t=…,v1=…\u00a0»',
    body: 'Contenu, octet pour octet',
    bodyHint: 'Tel que reçu, sans le reformater\u00a0: un seul espace de plus change la signature.',
    method: 'Méthode',
    path: 'Chemin, avec les paramètres',
    check: 'Vérifier',
    valid: 'Signature valide',
    invalid: 'Signature invalide',
    signed: 'Texte à signer',
  },
  en: {
    title: 'Check a signature',
    intro:
      'Paste what your server received or sent: we tell you whether the signature is valid and, if not, why. Nothing is stored.',
    kind: 'What to check',
    webhook: 'A webhook from Likuta',
    request: 'A request from your server',
    headers: 'Headers',
    headersHint: 'One per line, like “X-Service-Signature: t=…,v1=…”',
    body: 'Body, byte for byte',
    bodyHint: 'Exactly as received: even one extra space changes the signature.',
    method: 'Method',
    path: 'Path with query',
    check: 'Check',
    valid: 'Valid signature',
    invalid: 'Invalid signature',
    signed: 'Text to sign',
  },
})

/** A webhook that another page hands over to be checked; read once. */
export const toCheck = signal<{ headers: string; body: string } | undefined>(undefined)

type Verdict = { valid: boolean; cause: string | null; detail: string; expected_signed_text?: string }

export function SignaturePage() {
  const t = texts()
  const [kind, setKind] = useState('webhook')
  const [verdict, setVerdict] = useState<Verdict>()
  const [supplied] = useState(toCheck.value)
  useEffect(() => {
    toCheck.value = undefined
  }, [])
  const check = async (values: Values) => {
    setVerdict(undefined)
    setVerdict(await api.post<Verdict>('signature-check', questionOf(values)))
  }
  return (
    <Page title={t.title} intro={t.intro}>
      <Card>
        <Form action={t.check} submit={check}>
          <Select
            name="kind"
            label={t.kind}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
            options={[
              ['webhook', t.webhook],
              ['request', t.request],
            ]}
          />
          {kind === 'request' && (
            <div class="pair">
              <Select
                name="method"
                label={t.method}
                options={['POST', 'GET', 'PUT', 'DELETE'].map((m) => [m, m])}
              />
              <Field name="path" label={t.path} value="/api/v1/payment/orders" spellcheck={false} />
            </div>
          )}
          <TextArea
            name="headers"
            label={t.headers}
            hint={t.headersHint}
            rows={4}
            spellcheck={false}
            value={supplied?.headers}
            required
          />
          <TextArea
            name="body"
            label={t.body}
            hint={t.bodyHint}
            rows={6}
            spellcheck={false}
            value={supplied?.body}
          />
        </Form>
      </Card>
      {verdict && <VerdictPanel verdict={verdict} />}
    </Page>
  )
}

function questionOf({ kind, method, path, headers = '', body = '' }: Values): object {
  // Form values have CRLF line ends, but the signed bytes had plain line feeds.
  const plain = body.replaceAll('\r\n', '\n')
  return { kind, headers: headersOf(headers), body: plain, ...(kind === 'request' && { method, path }) }
}

function VerdictPanel({ verdict }: { verdict: Verdict }) {
  const t = texts()
  if (verdict.valid) return <Notice tone="good">{t.valid}</Notice>
  return (
    <>
      <Notice tone="bad" title={t.invalid}>
        <p>{signatureCause(verdict.cause ?? '')}</p>
        <p>{signatureDetail(verdict.detail)}</p>
      </Notice>
      {verdict.expected_signed_text && (
        <Card title={t.signed}>
          <Body text={verdict.expected_signed_text} label={t.signed} />
        </Card>
      )}
    </>
  )
}
