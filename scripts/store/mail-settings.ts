export { parseMailServer, parseSender } from '#lib/mail/rules/mail-settings.ts'
