import { catalogue, language } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    causes: {
      header_missing: 'Un en-tête manque.',
      signature_malformed: 'L’en-tête de signature n’a pas la bonne forme.',
      timestamp_mismatch: 'Les deux heures diffèrent : un en-tête a été changé en route.',
      timestamp_malformed: 'L’heure doit être en secondes Unix, dix chiffres.',
      timestamp_too_old: 'La signature est bonne, mais trop ancienne pour être acceptée.',
      timestamp_in_future: 'La signature est bonne, mais datée de l’avenir : réglez l’horloge du serveur.',
      body_changed:
        'Le contenu a été reformaté. Vérifiez les octets tels qu’ils arrivent, avant de les lire comme JSON.',
      wrong_secret: 'Signé avec un autre secret.',
      unknown_key: 'Cette clé d’API n’est pas la vôtre.',
      key_of_other_environment: 'Cette clé est d’un autre environnement.',
      key_revoked: 'Cette clé a été remplacée par une plus récente.',
      signature_upper_case: 'Les chiffres hexadécimaux doivent être en minuscules.',
      signature_not_hexadecimal: 'La signature est en base64 : écrivez-la en hexadécimal.',
      path_differs: 'Un autre chemin a été signé.',
      method_differs: 'Une autre méthode a été signée.',
      parts_missing:
        'Une partie manque au texte signé : heure, méthode, chemin et contenu sont signés ensemble.',
      separator_differs: 'Les parties ne sont pas séparées comme il faut.',
      signature_mismatch: 'Un autre secret, ou un autre texte : comparez octet par octet.',
    },
  },
  en: {
    causes: {
      header_missing: 'A header is missing.',
      signature_malformed: 'The signature header does not have the right form.',
      timestamp_mismatch: 'The two times differ: a header was changed on the way.',
      timestamp_malformed: 'The time has to be Unix seconds, ten digits.',
      timestamp_too_old: 'The signature is right, but too old to be accepted.',
      timestamp_in_future: 'The signature is right, but dated ahead: set the clock of the server.',
      body_changed:
        'The body was written otherwise. Verify the bytes as they come, before reading them as JSON.',
      wrong_secret: 'Signed with another secret.',
      unknown_key: 'This API key is not yours.',
      key_of_other_environment: 'This key is of another environment.',
      key_revoked: 'This key was replaced by a newer one.',
      signature_upper_case: 'Hexadecimal digits have to be in lower case.',
      signature_not_hexadecimal: 'The signature is base64: write it in hexadecimal.',
      path_differs: 'Another path was signed.',
      method_differs: 'Another method was signed.',
      parts_missing:
        'A part is missing from the signed text: time, method, path and body are signed together.',
      separator_differs: 'The parts are not separated as they should be.',
      signature_mismatch: 'Another secret, or another text: compare byte by byte.',
    },
  },
})

/** Undefined for a cause without words here; the service has some in English for all of them. */
export function signatureCause(cause: string): string | undefined {
  const known: Readonly<Record<string, string>> = texts().causes
  return known[cause]
}

const detailsInFrench: readonly (readonly [detail: RegExp, french: string])[] = [
  [/^(.+) missing or empty$/, 'En-tête absent ou vide : $1.'],
  [
    /^X-Service-Signature is missing.*$/,
    'X-Service-Signature est absent. Seul PAYMENT_CANCELLATION arrive sans signature.',
  ],
  [
    /^X-Service-Signature is t=.*$/,
    'X-Service-Signature s’écrit t=<10 chiffres>,v1=<64 chiffres hexadécimaux>.',
  ],
  [/^X-Service-Timestamp is not .*$/, 'X-Service-Timestamp n’est pas le t de X-Service-Signature.'],
  [
    /^The signature is right, but was made (\d+) s ago: it counts for (\d+) s$/,
    'Signé il y a $1 s ; une signature est valable $2 s.',
  ],
  [/^The signature is right, but its time lies (\d+) s ahead.*$/, 'Daté de $1 s dans l’avenir.'],
  [
    /^X-Timestamp is in milliseconds.*$/,
    'X-Timestamp est en millisecondes : écrivez des secondes Unix entières.',
  ],
  [/^The key is of sandbox$/, 'C’est une clé du mode test.'],
  [/^The key is of production$/, 'C’est une clé de production.'],
  [
    /^Signed with an API secret.*$/,
    'Signé avec un secret d’API. Les webhooks sont signés avec le secret des webhooks.',
  ],
  [/^Signed with the callback secret$/, 'Signé avec le secret des webhooks.'],
  [/^Signed with the API key instead of its secret$/, 'Signé avec la clé d’API au lieu de son secret.'],
  [/^Signed with the secret of another key$/, 'Signé avec le secret d’une autre clé.'],
  [
    /^The body is as it was sent, so .*$/,
    'Le contenu est celui qui a été envoyé : le secret des webhooks a changé depuis.',
  ],
  [/^Signed with the method (\w+)$/, 'Signé avec la méthode $1.'],
  [/^The method is signed in capitals$/, 'La méthode est signée en majuscules.'],
  [
    /^Signed with another path.*$/,
    'Signez le chemin tel qu’il est envoyé, paramètres compris, à partir de la première barre oblique.',
  ],
  [
    /^The four parts are joined by single line feeds$/,
    'Les quatre parties sont séparées par un seul saut de ligne.',
  ],
  [/^No line feed follows the body$/, 'Aucun saut de ligne ne suit le contenu.'],
  [/^Method and path are signed too$/, 'La méthode et le chemin sont signés aussi.'],
  [/^Timestamp, method and path are signed too$/, 'L’heure, la méthode et le chemin sont signés aussi.'],
]

/** What the service says besides the cause; nothing where it has no words in the reader's language. */
export function signatureDetail(detail: string): string | undefined {
  if (language.value === 'en') return detail
  const [known, french] = detailsInFrench.find(([form]) => form.test(detail)) ?? []
  return known && french !== undefined ? detail.replace(known, french) : undefined
}
