// French texts of the sample month in the merchants' document, by the English text.
export const sampleDescriptions: Readonly<Record<string, string>> = {
  'Days that are made.': 'Jours déjà créés.',
  'Days that it has; 0 without a sample.': 'Jours qu’il compte\u202f; 0 sans exemple.',
  'Whether the user looks at the sample of the merchant.': 'Si l’utilisateur consulte l’exemple du marchand.',
  'Whether this session looks at the sample.': 'Si cette session consulte l’exemple.',
  'Whether to look at the sample.': 'S’il faut consulter l’exemple.',
  '`INTERRUPTED`: what made it has died. Make it again, or remove it.':
    '`INTERRUPTED`\u00a0: sa création s’est arrêtée. Créez-le de nouveau, ou supprimez-le.',
}
