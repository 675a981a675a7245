// The first page of the reference: what applies to every call.
import type { Language } from '../guides/guide-texts.ts'
import { highlight } from '../guides/highlight.ts'
import type { Authentication } from './document.ts'

type Introduction = {
  title: string
  lead: string
  sections: [anchor: string, title: string, html: string][]
}

const signing = `timestamp=$(date +%s)
signature=$(printf '%s\\nPOST\\n%s\\n%s' "$timestamp" '/api/v1/payment/orders' "$body" |
  openssl dgst -sha256 -hmac "$API_SECRET" -r | cut -d' ' -f1)`
const shapes = `{ "detail": "Merchant not found" }
{ "status": "error", "code": "RMT-2001", "message": "…" }`

const codeBlock = (code: string, language: string) =>
  `<div class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>`

const rows = (entries: [Authentication | string, string][]) =>
  `<dl>${entries.map(([term, text]) => `<div><dt>${term}</dt><dd>${text}</dd></div>`).join('')}</dl>`

export const introductions: Record<Language, Introduction> = {
  fr: {
    title: 'Référence de l’API',
    lead: 'Chaque appel, chaque champ et chaque erreur, avec un exemple à copier. Pour apprendre pas à pas, suivez les <a href="/guides/fr">guides</a>.',
    sections: [
      [
        'adresse',
        'Adresse et format',
        '<p>Tous les chemins commencent par <code>/api/v1</code>, à l’adresse de ce service : <code>$BASE_URL</code> dans les exemples. Les corps sont en JSON, en UTF-8, de 64 Kio au plus (4 Kio sans authentification).</p><p>Ignorez les champs que vous ne connaissez pas : de nouveaux champs peuvent s’ajouter. Chaque réponse porte un <code>X-Request-Id</code> ; citez-le quand vous contactez l’assistance.</p>',
      ],
      [
        'authentification',
        'Authentification',
        `${rows([
          [
            'Requête signée',
            'Paiements par carte : <code>X-API-Key</code>, <code>X-Timestamp</code> et <code>X-Signature</code>.',
          ],
          [
            'Code et secret marchand',
            'Transferts : HTTP Basic, <code>merchant_code</code> et <code>merchant_secret</code>.',
          ],
          [
            'Jeton d’accès',
            'Compte et espace marchand : le jeton de <a href="/docs/fr/account#logIn">la connexion</a>, valable une heure, dans <code>Authorization: Bearer</code>.',
          ],
        ])}<p>La signature est un HMAC-SHA256 en hexadécimal, avec le secret d’API pour clé, de quatre parties séparées par un saut de ligne : l’heure Unix, la méthode, le chemin avec ses paramètres, et les octets exacts du corps. L’heure peut s’écarter de 30 secondes au plus. Le SDK signe pour vous.</p>${codeBlock(signing, 'sh')}<p>Ne signez jamais dans un navigateur : le secret reste sur votre serveur.</p>`,
      ],
      [
        'erreurs',
        'Erreurs',
        `<p>Les paiements par carte répondent <code>detail</code> ; les transferts et le compte répondent un code <code>RMT-…</code>, et <code>errors</code> quand des champs sont en cause. Les mots entre accolades sont remplacés. Vos programmes se fient au statut et au code. <a href="/guides/fr/errors">Toutes les erreurs</a></p>${codeBlock(shapes, 'json')}`,
      ],
      [
        'repetitions',
        'Répétitions',
        '<p>Ne répétez pas une requête refusée par un statut 4xx. Répétez après 502, 503, 504 ou une absence de réponse, en espaçant les tentatives. Avec une <code>Idempotency-Key</code>, la répétition reçoit la réponse de la première requête pendant 24 heures : rien n’est fait deux fois. Après 429, attendez les secondes de <code>Retry-After</code>.</p>',
      ],
    ],
  },
  en: {
    title: 'API reference',
    lead: 'Every call, every field and every error, with a sample to copy. To learn step by step, follow the <a href="/guides/en">guides</a>.',
    sections: [
      [
        'address',
        'Address and format',
        '<p>Every path begins with <code>/api/v1</code>, at the address of this service: <code>$BASE_URL</code> in the samples. Bodies are JSON in UTF-8, at most 64 KiB (4 KiB without credentials).</p><p>Ignore fields that you do not know: new ones may be added. Every response has an <code>X-Request-Id</code>; quote it when you ask for support.</p>',
      ],
      [
        'authentication',
        'Authentication',
        `${rows([
          [
            'Signed request',
            'Card payments: <code>X-API-Key</code>, <code>X-Timestamp</code> and <code>X-Signature</code>.',
          ],
          [
            'Merchant code and secret',
            'Transfers: HTTP Basic, <code>merchant_code</code> and <code>merchant_secret</code>.',
          ],
          [
            'Access token',
            'Account and portal: the token of <a href="/docs/en/account#logIn">sign-in</a>, valid for an hour, in <code>Authorization: Bearer</code>.',
          ],
        ])}<p>The signature is the hex HMAC-SHA256, keyed with the API secret, over four parts with a line feed between them: the Unix time, the method, the path with its query, and the exact bytes of the body. The time may be at most 30 seconds off. The SDK signs for you.</p>${codeBlock(signing, 'sh')}<p>Never sign in a browser: the secret stays on your server.</p>`,
      ],
      [
        'errors',
        'Errors',
        `<p>Card payments return <code>detail</code>; transfers and the account return a code <code>RMT-…</code>, with <code>errors</code> if single fields are at fault. Words in braces are placeholders. Programs should use the status and the code. <a href="/guides/en/errors">All errors</a></p>${codeBlock(shapes, 'json')}`,
      ],
      [
        'retries',
        'Retries',
        '<p>Do not retry a request that was refused with a 4xx. Retry after 502, 503, 504 or no response, with growing pauses. With an <code>Idempotency-Key</code>, a repeated request gets the response of the first for 24 hours: nothing is done twice. After 429, wait for the seconds in <code>Retry-After</code>.</p>',
      ],
    ],
  },
}
