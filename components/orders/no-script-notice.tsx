import { useTranslations } from 'next-intl'
import { Notice } from '#components/ui/notice.tsx'

/** Says in a form that needs scripts why it does nothing without them, and where else to write. */
export function NoScriptNotice({ text, email }: { text: string; email: string | null }) {
  const t = useTranslations('contact')

  return (
    <noscript>
      <Notice tone="wait">
        <p>{text}</p>
        {email ? (
          <p>
            {t.rich('address', {
              mail: () => (
                <a className="text-link" href={`mailto:${email}`}>
                  <bdi>{email}</bdi>
                </a>
              ),
            })}
          </p>
        ) : null}
      </Notice>
    </noscript>
  )
}
