import type { ComponentProps } from 'react'

type ButtonStyle = {
  /** `primary` is the one main action of a screen, `ink` a second strong one. */
  tone?: 'primary' | 'ink' | 'outline' | undefined
  size?: 'normal' | 'small' | undefined
  wide?: boolean | undefined
}

export function buttonClass(
  { tone = 'outline', size = 'normal', wide = false }: ButtonStyle,
  className?: string,
): string {
  return ['btn', tone !== 'outline' && `btn-${tone}`, size === 'small' && 'btn-small', wide && 'btn-wide', className]
    .filter(Boolean)
    .join(' ')
}

export function Button({
  tone,
  size,
  wide,
  className,
  type = 'button',
  ...rest
}: ButtonStyle & ComponentProps<'button'>) {
  return <button {...rest} type={type} className={buttonClass({ tone, size, wide }, className)} />
}

export function ButtonLink({
  tone,
  size,
  wide,
  className,
  href,
  children,
  ...rest
}: ButtonStyle & ComponentProps<'a'> & { href: string }) {
  return (
    <a {...rest} href={href} className={buttonClass({ tone, size, wide }, className)}>
      {children}
    </a>
  )
}
