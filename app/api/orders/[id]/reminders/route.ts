import { serve } from '#lib/core/http/route.ts'
import { setReminders } from '#lib/esims/commands/usage/send-reminders.ts'
import { setRemindersCall } from '#lib/esims/schema/esims.ts'

export const PATCH = serve(setRemindersCall, ({ caller, params, body }) => setReminders(caller, params.id, body.muted))
