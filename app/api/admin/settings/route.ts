import { serve } from '#lib/core/http/route.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { changeSettingsCall } from '#lib/settings/schema.ts'

export const POST = serve(changeSettingsCall, ({ caller, body }) => changeSettings(caller, body.changes))
