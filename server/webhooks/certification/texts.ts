// The texts of the checks of a webhook handler, for the command, the portal and the guide.
import type { GenuineCause } from './advice.ts'
import type { CheckId, CheckText } from './checks.ts'
import { englishChecks } from './texts-en.ts'
import { frenchChecks } from './texts-fr.ts'

export const checkTexts: Record<'en' | 'fr', Record<CheckId, CheckText>> = {
  en: englishChecks,
  fr: frenchChecks,
}

/** How to mend a handler that does not accept the genuine payment, by what it did instead. */
export const genuineMends: Record<'en' | 'fr', Record<GenuineCause, string>> = {
  en: {
    unreachable: 'Nobody replied at this address: start your server, or correct the address.',
    timeout: 'Your handler took longer than 15 seconds: store the event, reply, and do slow work afterwards.',
    redirected: 'The address redirects, and we follow no redirect: save the address that it leads to.',
    no_such_path: 'Your server has no handler that takes POST at this path: correct the path.',
    refused:
      'Your handler refused a genuine signature: check its webhook secret, and compute over the bytes as received.',
    crashed: 'Your program failed: its log says why.',
  },
  fr: {
    unreachable: 'Personne ne répond à cette adresse\u00a0: démarrez votre serveur ou corrigez l’adresse.',
    timeout:
      'Votre récepteur a mis plus de 15 secondes\u00a0: enregistrez l’événement, répondez, puis faites le travail lent.',
    redirected:
      'L’adresse redirige, et nous ne suivons aucune redirection\u00a0: enregistrez l’adresse d’arrivée.',
    no_such_path: 'Aucun récepteur n’accepte POST à ce chemin\u00a0: corrigez-le.',
    refused:
      'Votre récepteur refuse une vraie signature\u00a0: vérifiez son secret de webhook, et calculez sur les octets tels que reçus.',
    crashed: 'Votre programme a échoué\u00a0: son journal dit pourquoi.',
  },
}

/** The advice for a handler that accepts everything, instead of one for each check of signatures. */
export const unsignedTexts: Record<'en' | 'fr', Omit<CheckText, 'sent'>> = {
  en: {
    name: 'Your handler does not check the signature',
    cost: 'It accepts whatever anybody sends: anyone can mark orders as paid.',
    mend: 'Compute the signature with your webhook secret over the body as received, and reply 400 if it differs from `v1`.',
  },
  fr: {
    name: 'Votre récepteur ne vérifie pas la signature',
    cost: 'Il accepte tout ce qu’on lui envoie\u00a0: n’importe qui peut déclarer une commande payée.',
    mend: 'Calculez la signature avec votre secret de webhook sur le corps tel que reçu, et répondez 400 si elle diffère de `v1`.',
  },
}
