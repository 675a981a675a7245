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
import { matchingTitle, signatureCause, signatureDetail } from './signature-cause.ts'

const texts = catalogue({
  fr: {
    title: 'Vérifier une signature',
    intro:
      'Collez ce que votre serveur a reçu ou envoyé\u00a0: nous indiquons si la signature est valide, et sinon pourquoi. Rien n’est conservé.',
    kind: 'À vérifier',
    webhook: 'Un webhook de Likuta',
    request: 'Une requête de votre serveur',
    headers: 'En-têtes',
    headersHint: {
      webhook: 'Un par ligne, comme «\u00a0X-Service-Signature: t=…,v1=…\u00a0»',
      request: 'Un par ligne\u00a0: X-API-Key, X-Timestamp et X-Signature',
    },
    body: 'Contenu, octet pour octet',
    bodyHint: {
      webhook: 'Tel que reçu, sans le reformater\u00a0: un seul espace de plus change la signature.',
      request: 'Tel qu’envoyé, sans le reformater\u00a0: un seul espace de plus change la signature.',
    },
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
    headersHint: {
      webhook: 'One per line, like “X-Service-Signature: t=…,v1=…”',
      request: 'One per line: X-API-Key, X-Timestamp and X-Signature',
    },
    body: 'Body, byte for byte',
    bodyHint: {
      webhook: 'Exactly as received: even one extra space changes the signature.',
      request: 'Exactly as sent: even one extra space changes the signature.',
    },
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

type Kind = 'webhook' | 'request'

type Verdict = {
  valid: boolean
  cause: string | null
  detail: string
  signature_matches: boolean
  expected_signed_text?: string
}

export function SignaturePage() {
  const t = texts()
  const [kind, setKind] = useState<Kind>('webhook')
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
        {/* A verdict is about what was checked, not about what is typed since. */}
        <Form action={t.check} submit={check} onInput={() => setVerdict(undefined)}>
          <Select
            name="kind"
            label={t.kind}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as Kind)}
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
            hint={t.headersHint[kind]}
            rows={4}
            spellcheck={false}
            value={supplied?.headers}
            required
          />
          <TextArea
            name="body"
            label={t.body}
            hint={t.bodyHint[kind]}
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
  const title = verdict.signature_matches && matchingTitle(verdict.cause ?? '')
  return (
    <>
      <Notice tone={title ? 'note' : 'bad'} title={title || t.invalid}>
        {!title && <p>{signatureCause(verdict.cause ?? '')}</p>}
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
