// The command `staff invite`: the first admin user, whom nobody else could approve.

import { type Command, Option } from 'commander'
import { inviteStaff } from '../../admin/users/change-user.ts'
import { inviteSchema } from '../../admin/users/schemas.ts'
import { adminRoles } from '../../kernel/admin-roles.ts'
import { approvalsOf, linkDeliveryOf } from '../rules.ts'
import { print } from './print.ts'
import { commandLineAdmin, withDatabase } from './with-database.ts'

type Options = { name: string; role: string; reason: string; json?: boolean }

export function addStaff(program: Command): void {
  const staff = program.command('staff').description('admin users, who sign in to the console')
  staff
    .command('invite <email>')
    .description('invite an admin user without the approval of another; prints the link')
    .requiredOption('--name <name>', 'the full name')
    .addOption(new Option('--role <role>', 'what the user may do').choices(adminRoles).default('owner'))
    .option('--reason <reason>', 'why, for the audit log', 'decided at the command line')
    .option('--json', 'print one JSON object')
    .action((email: string, { json, ...wanted }: Options) => {
      const body = { email, ...wanted }
      if (!inviteSchema.safeParse(body).success)
        program.error('error: the email, name or reason is not valid')
      return withDatabase(async ({ db, secrets, clock, settings }) => {
        // Whoever may run commands here needs nobody's approval, and could read the link anyway.
        const linkDelivery = { ...linkDeliveryOf(settings), mailed: false }
        const approvals = { ...approvalsOf(settings, secrets), rules: {} }
        const needs = { db, secrets, clock, approvals, baseUrl: settings.BASE_URL, linkDelivery }
        const { name, role, state, url, link_expires_at } = await inviteStaff(needs, commandLineAdmin(), body)
        print({ email, name, role, state, url, link_expires_at }, json ? { json } : {})
      })
    })
}
