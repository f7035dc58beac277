import { z } from 'zod'
import { assertWithinLimit, guarded, readText, serve, toReply } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { assertReminderToken, muteReminders } from '#lib/esims/commands/reminders.ts'
import { muteRemindersCall } from '#lib/esims/schema.ts'

const params = z.object({ token: z.string().regex(/^[\w-]{20,400}$/) })

/** GET /api/reminders/[token]: for a mailbox that opens the link instead: leads to the page that asks. */
export const GET = guarded(async (request, context) => {
  await assertWithinLimit('links', request)
  const { data } = params.safeParse(await context.params)
  const headers = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

  return new Response(null, {
    status: 303,
    headers: { ...headers, location: data ? `/reminders/${data.token}` : '/find?link=unknown' },
  })
})

/**
 * POST /api/reminders/[token]: the mailbox switches the reminders of an order off at the press of its own button. It comes
 * from the servers of the mailbox, without cookie and origin; the token is what lets it in.
 */
export const POST = guarded(async (request, context) => {
  await assertWithinLimit('links', request)
  const { data } = params.safeParse(await context.params)
  if (!data) throw new AppError('not_found', 'This link is none of ours.')
  await assertReminderToken(data.token)
  if (!(await isOneClick(request))) throw new AppError('bad_input', 'This is no press of a button.')
  await muteReminders(data.token)

  return toReply({})
})

const MAX_FORM_BYTES = 1_024

// A mailbox sends a form in either of the two ways that forms have.
async function isOneClick(request: Request): Promise<boolean> {
  const text = await readText(request, MAX_FORM_BYTES)
  const form = await new Response(text, { headers: { 'content-type': request.headers.get('content-type') ?? '' } })
    .formData()
    .catch(() => null)

  return form?.get('List-Unsubscribe') === 'One-Click'
}

export const DELETE = serve(muteRemindersCall, ({ params: { token } }) => muteReminders(token))
