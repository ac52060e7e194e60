import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Link, Route } from 'wouter'

/** A sign-in of React and a router with nothing around it: what no app of these two can go below. */
function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form>
      <h1>Sign in and pick up where you left off</h1>
      <label>
        E-mail <input type="email" value={email} onChange={event => setEmail(event.target.value)} />
      </label>
      <label>
        Password <input type="password" value={password} onChange={event => setPassword(event.target.value)} />
      </label>
      <button type="submit">Sign in</button>
      <Link href="/signup">Sign up</Link>
    </form>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Route path="/">
      <SignIn />
    </Route>,
  )
