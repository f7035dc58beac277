import { serve } from '#lib/core/http/route.ts'
import { setReminders } from '#lib/esims/commands/reminders.ts'
import { setRemindersCall } from '#lib/esims/schema.ts'

export const PATCH = serve(setRemindersCall, ({ caller, params, body }) => setReminders(caller, params.id, body.muted))
