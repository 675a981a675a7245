// Explains in the reader's language why a signature is invalid.
import { catalogue, language } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    /** The signature itself is right: what it is refused for. */
    matching: {
      timestamp_too_old: 'Signature correcte, mais expirée',
      timestamp_in_future: 'Signature correcte, mais datée dans le futur',
      timestamp_mismatch: 'Signature correcte, mais horodatage modifié',
      key_of_other_environment: 'Signature correcte, mais clé d’un autre environnement',
      key_revoked: 'Signature correcte, mais clé remplacée',
    },
    causes: {
      header_missing: 'Il manque un en-tête.',
      signature_malformed: 'Le format de l’en-tête de signature est incorrect.',
      timestamp_mismatch: 'Les deux horodatages diffèrent\u00a0: un en-tête a été modifié en route.',
      timestamp_malformed: 'L’horodatage doit être en secondes Unix, sur dix chiffres.',
      timestamp_too_old: 'La signature est correcte, mais trop ancienne pour être acceptée.',
      timestamp_in_future:
        'La signature est correcte, mais datée dans le futur\u00a0: réglez l’horloge de votre serveur.',
      clock_behind:
        'La requête est arrivée trop tard\u00a0: l’horloge de votre serveur retarde, ou la requête a attendu.',
      clock_ahead: 'L’horloge de votre serveur avance sur la nôtre.',
      body_changed:
        'Le contenu a été reformaté. Vérifiez les octets tels que reçus, avant de les interpréter en JSON.',
      wrong_secret: 'Signé avec un autre secret.',
      unknown_key: 'Cette clé d’API n’est pas la vôtre.',
      key_of_other_environment: 'Cette clé appartient à un autre environnement.',
      key_revoked: 'Cette clé a été remplacée par une plus récente.',
      signature_upper_case: 'Les chiffres hexadécimaux doivent être en minuscules.',
      signature_not_hexadecimal: 'La signature est en base64\u00a0: encodez-la en hexadécimal.',
      path_differs: 'La signature porte sur un autre chemin.',
      method_differs: 'La signature porte sur une autre méthode.',
      parts_missing:
        'Le texte signé est incomplet\u00a0: l’horodatage, la méthode, le chemin et le contenu sont signés ensemble.',
      separator_differs: 'Les parties du texte signé sont mal séparées.',
      merchant_secret_spaced: 'Le secret marchand est correct, mais mal copié.',
      merchant_secret_confused: 'Une autre clé ou un autre secret a été envoyé.',
      merchant_secret_of_other_environment: 'Ce secret appartient à un autre environnement.',
      merchant_secret_wrong: 'Ce n’est pas le secret marchand actuel.',
      signature_mismatch: 'Le secret ou le texte signé diffère\u00a0: comparez octet par octet.',
    },
  },
  en: {
    matching: {
      timestamp_too_old: 'Right signature, too old',
      timestamp_in_future: 'Right signature, dated in the future',
      timestamp_mismatch: 'Right signature, changed timestamp',
      key_of_other_environment: 'Right signature, key of another environment',
      key_revoked: 'Right signature, replaced key',
    },
    causes: {
      header_missing: 'A header is missing.',
      signature_malformed: 'The signature header’s format is invalid.',
      timestamp_mismatch: 'The two timestamps differ: a header was changed in transit.',
      timestamp_malformed: 'The timestamp must be in Unix seconds, ten digits.',
      timestamp_too_old: 'The signature is correct, but too old to be accepted.',
      timestamp_in_future: 'The signature is correct, but dated in the future: set your server’s clock.',
      clock_behind: 'The request arrived too late: your server’s clock is slow, or the request waited.',
      clock_ahead: 'Your server’s clock is ahead of ours.',
      body_changed:
        'The body was reformatted. Verify the raw bytes as received, before parsing them as JSON.',
      wrong_secret: 'Signed with a different secret.',
      unknown_key: 'This API key isn’t yours.',
      key_of_other_environment: 'This key belongs to another environment.',
      key_revoked: 'This key was replaced by a newer one.',
      signature_upper_case: 'Hexadecimal digits must be in lower case.',
      signature_not_hexadecimal: 'The signature is in base64: encode it in hexadecimal.',
      path_differs: 'A different path was signed.',
      method_differs: 'A different method was signed.',
      parts_missing: 'The signed text is incomplete: timestamp, method, path and body are signed together.',
      separator_differs: 'The parts of the signed text are separated incorrectly.',
      merchant_secret_spaced: 'The merchant secret is right, but copied badly.',
      merchant_secret_confused: 'Another key or secret was sent.',
      merchant_secret_of_other_environment: 'This secret belongs to another environment.',
      merchant_secret_wrong: 'This isn’t the current merchant secret.',
      signature_mismatch: 'The secret or the signed text differs: compare byte by byte.',
    },
  },
})

/** The heading for a right signature that is refused nevertheless; undefined for an unknown cause. */
export function matchingTitle(cause: string): string | undefined {
  const known: Readonly<Record<string, string>> = texts().matching
  return known[cause]
}

/** The text for a cause; undefined for an unknown one. */
export function signatureCause(cause: string): string | undefined {
  const known: Readonly<Record<string, string>> = texts().causes
  return known[cause]
}

const detailsInFrench: readonly (readonly [detail: RegExp, french: string])[] = [
  [/^(.+) missing or empty$/, 'En-tête absent ou vide\u00a0: $1.'],
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
    'Signé il y a $1 s\u202f; une signature est valable $2 s.',
  ],
  [/^The signature is right, but its time lies (\d+) s ahead.*$/, 'Daté de $1 s dans le futur.'],
  [
    /^X-Timestamp was (\d+) s old when it arrived: at most (\d+) s are accepted$/,
    'X-Timestamp avait $1 s à l’arrivée\u202f; $2 s au plus sont acceptées.',
  ],
  [
    /^X-Timestamp was (\d+) s ahead when it arrived: at most (\d+) s are accepted$/,
    'X-Timestamp avançait de $1 s à l’arrivée\u202f; $2 s au plus sont acceptées.',
  ],
  [
    /^X-Timestamp is in milliseconds.*$/,
    'X-Timestamp est en millisecondes\u00a0: écrivez des secondes Unix entières.',
  ],
  [/^Spaces or line breaks surround the secret$/, 'Des espaces ou des sauts de ligne entourent le secret.'],
  [
    /^Send the merchant secret, which begins with msk_$/,
    'Envoyez le secret marchand, qui commence par msk_.',
  ],
  [/^The secret is of sandbox$/, 'C’est un secret du mode test.'],
  [/^The secret is of production$/, 'C’est un secret de production.'],
  [
    /^A rotation ends the secret before it at once$/,
    'Après un renouvellement, l’ancien secret cesse aussitôt de fonctionner.',
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
    'Le contenu est celui qui a été envoyé\u00a0: le secret des webhooks a changé depuis.',
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

/** The service's detail on the cause; undefined when it has no translation into the reader's language. */
export function signatureDetail(detail: string): string | undefined {
  if (language.value === 'en') return detail
  const [known, french] = detailsInFrench.find(([form]) => form.test(detail)) ?? []
  return known && french !== undefined ? detail.replace(known, french) : undefined
}
