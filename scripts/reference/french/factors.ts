// French texts of the descriptions of second factors, by the English text.

export const frenchFactors: Readonly<Record<string, string>> = {
  'The act that was shown, as `errors` of the refusal `Step-up required` says it. The token then counts for that act alone.':
    'L’opération affichée, telle que la décrit `errors` du refus `Step-up required`. Le jeton ne vaut alors que pour elle.',
  'The id of what the act decides about.': 'L’identifiant de ce sur quoi porte l’opération.',
  'Enough for a user without a second factor.': 'Suffit pour un utilisateur sans second facteur.',
  'The code of the authenticator app.': 'Le code de l’application d’authentification.',
  'One of the recovery codes.': 'L’un des codes de secours.',
  'What the browser made of the options from `POST /api/v1/merchant/step-up/options`.':
    'Ce que le navigateur a fait des options de `POST /api/v1/merchant/step-up/options`.',
  'Base32, to type into the app.': 'En base32, à saisir dans l’application.',
  'The same as an `otpauth:` address, for a QR code.': 'La même clé en adresse `otpauth:`, pour un code QR.',
  'The authenticator app.': 'L’application d’authentification.',
  'Milliseconds.': 'En millisecondes.',
  'Shown only in this response.': 'Affichés dans cette seule réponse.',
  'Whether signing in takes more than the password.':
    'Indique si la connexion demande plus que le mot de passe.',
  "Whether it is on the user's other devices as well.":
    'Indique si elle est aussi sur les autres appareils de l’utilisateur.',
}
