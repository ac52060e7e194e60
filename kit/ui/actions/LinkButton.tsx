import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type ButtonLook, buttonClass } from './Button.tsx'
import { Icon, type IconName } from '../marks/Icon.tsx'

interface Props {
  href: string
  look?: ButtonLook
  icon?: IconName
  wide?: boolean
  className?: string
  /** Opens in a new window; also for addresses outside the app. */
  newWindow?: boolean
  onClick?: () => void
  'aria-label'?: string | undefined
  children: ReactNode
}

const outside = /^([a-z][a-z\d+.-]*:|\/\/)/i

/** A link that looks like a button; addresses inside the app change the screen without reloading. */
export function LinkButton({ href, look = 'primary', icon, wide, className, newWindow, children, ...rest }: Props) {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  const linkClass = buttonClass(look, wide, className)
  if (newWindow || outside.test(href)) {
    return (
      <a
        href={href}
        className={linkClass}
        {...rest}
        target={newWindow ? '_blank' : undefined}
        rel="noopener noreferrer"
      >
        {content}
      </a>
    )
  }
  return (
    <Link href={href} className={linkClass} {...rest}>
      {content}
    </Link>
  )
}
