/**
 * Whether the server may send to the address that a browser names. Without this rule, anybody who is signed in could make the server
 * call addresses inside its own network.
 * @param services the setting PUSH_SERVICES
 */
export const isPushService = (address: string, services: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, host, hostname } = new URL(address)
  // Tests name a service on their own machine, which has no certificate.
  const isEncrypted = protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
  return (
    isEncrypted && username === '' && password === '' && services.some((service) => isHost(host, service))
  )
}

const isHost = (host: string, service: string): boolean =>
  service.startsWith('.') ? host.endsWith(service) : host === service
