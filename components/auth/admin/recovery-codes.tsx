'use client'

import { useTranslations } from 'next-intl'
import { CopyButton } from '#components/auth/admin/copy-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'

type RecoveryCodesProps = { codes: string[]; onKept: (pressed: Element) => void }

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useTranslations('admin-staff.factor')

  return (
    <section className="a-pb-stack" aria-labelledby="codes-title">
      <FocusedHeading id="codes-title">{t('keep')}</FocusedHeading>
      <p>{t('keepText')}</p>
      <ol className="a-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="a-row">
        <Button tone="ink" onClick={({ currentTarget }) => onKept(currentTarget)}>
          {t('kept')}
        </Button>
        <CopyButton text={codes.join('\n')} label={t('copy')} done={t('copied')} />
      </p>
    </section>
  )
}
