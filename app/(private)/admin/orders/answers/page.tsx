import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { FiledAnswers, LimitPanel, OfferedAnswers } from '#components/admin/order-acts/answers-panels.tsx'
import { can } from '#lib/domain/caller.ts'
import { LEAST_PROOFS } from '#lib/domain/learned-answers.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getAnswers } from '#lib/queries/admin-order-answers.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffOrSignIn } from '../../staff.ts'

export const generateMetadata = () => ownTitle('admin-acts.answers', (t) => t('title'))

export default async function AnswersPage() {
  const staff = await staffOrSignIn('/admin/orders/answers')
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'admin-acts.answers' })
  const words = await getTranslations({ locale, namespace: 'admin.area' })
  const { offered, filed, limit } = await getAnswers(staff)
  const mayFile = can(staff, 'answers.file')

  return (
    <StaffMessages namespace={['admin-acts', 'admin-settings']}>
      <header className="a-head">
        <h1>{t('title')}</h1>
        <GoLink className="a-link" href="/admin/orders">
          {words('orders')}
        </GoLink>
      </header>
      <div className="a-stack">
        <p className="a-soft">{t('lead', { count: LEAST_PROOFS })}</p>
        <OfferedAnswers answers={offered} mayFile={mayFile} />
        <FiledAnswers answers={filed} mayFile={mayFile} />
        <LimitPanel limit={limit} mayChange={can(staff, 'limits.change')} />
      </div>
    </StaffMessages>
  )
}
