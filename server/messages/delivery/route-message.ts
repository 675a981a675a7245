// Decides by which channel a message leaves.
import type { Channel, Channels } from '../channel.ts'
import type { ClaimedMessage } from './queries.ts'

/** For the holders of accounts and to admins, whose addresses were not typed by a stranger. */
const leavesSandbox = (audience: ClaimedMessage['audience']) => audience === 'account' || audience === 'admin'

/** Whether the message is only shown in the simulators' inbox, however the deployment sends. */
export const staysInSandbox = ({ environment, audience }: Pick<ClaimedMessage, 'environment' | 'audience'>) =>
  environment === 'sandbox' && !leavesSandbox(audience)

/**
 * Returns the channel, or undefined if the deployment has none for the message. Messages about sandbox payments are only shown
 * in the simulators' inbox: whoever signs up there could otherwise send emails to any address.
 */
export function channelOf(
  { environment, audience, channel }: Pick<ClaimedMessage, 'environment' | 'audience' | 'channel'>,
  channels: Channels,
): Channel | undefined {
  // guard: sandbox-messages-stay
  if (environment === 'sandbox' && !(leavesSandbox(audience) && channels[channel])) return channels.inbox
  return channels[channel]
}
