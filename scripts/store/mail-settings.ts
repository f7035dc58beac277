import { parseMailServer, parseSender } from '#lib/mail/rules/mail-settings.ts'

/** What no mail would ever leave with, in words. */
export function mailProblems(env: NodeJS.ProcessEnv): string[] {
  const parsers = { SMTP_URL: parseMailServer, MAIL_FROM: parseSender }

  return Object.entries(parsers).flatMap(([name, parse]) => {
    try {
      const text = env[name] ?? ''
      if (text.trim() !== '') parse(text)

      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
}

/** Where the mail server of SMTP_URL listens. */
export function mailServerAt(url: string): { host: string; port: number } {
  const { host, port } = parseMailServer(url)

  return { host, port }
}
