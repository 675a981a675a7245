import { catalogue } from '../ui/language.ts'

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
