import { useTranslations } from 'next-intl'
import { StateBox } from '#components/orders/state-box.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import type { TopUpOffer } from '#lib/esims/client/top-ups.ts'

type NoTopUpProps = { refusal: NonNullable<TopUpOffer['refusal']>; shopHref: string; destination: string }

const HEADINGS: Partial<Record<NoTopUpProps['refusal'], 'noAnswerHeading' | 'nothingHeading'>> = {
  no_answer: 'noAnswerHeading',
  nothing_fits: 'nothingHeading',
}

/** Why nothing can be put on an eSIM, and what can be bought instead. */
export function NoTopUp({ refusal, shopHref, destination }: NoTopUpProps) {
  const t = useTranslations('topup.refusal')

  return (
    <StateBox isCalm role="status">
      <h2>{t(HEADINGS[refusal] ?? 'heading', { destination })}</h2>
      <p>{t(refusal, { destination })}</p>
      {refusal === 'no_answer' ? null : <p>{t('instead', { destination })}</p>}
      <p className="actions">
        <ButtonLink tone={refusal === 'no_answer' ? 'outline' : 'primary'} href={shopHref}>
          {t('shop', { destination })}
        </ButtonLink>
      </p>
    </StateBox>
  )
}
