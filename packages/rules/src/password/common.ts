/**
 * Common passwords, without case and without digits and marks at the ends. A password that consists only of these, once
 * or repeated, is guessed first. It is a short list of our own that covers the first thousand guesses, not a
 * dictionary.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passwort passw0rd motdepasse contrasena contraseña senha parola wachtwoord haslo kennwort secret geheim letmein
  welcome willkommen bienvenue bienvenido changeme default admin administrator root user guest test testing login signin
  hello hallo hola bonjour qwerty qwertz azerty qwertyuiop qwertyuiopasdfghjklzxcvbnm asdf asdfgh asdfghjkl zxcvbnm yxcvbnm
  qazwsx qazwsxedc zaqxsw abc abcd abcdef abcdefg abcdefgh abcdefghijklmnopqrstuvwxyz aaaaaa iloveyou ichliebedich jetaime teamo love
  princess prinzessin princesse sunshine sonnenschein soleil dragon monkey shadow master superman batman spiderman starwars
  pokemon minecraft fortnite roblox football fussball futbol soccer baseball basketball hockey cheese chocolate banana
  flower summer winter spring autumn fall monday tuesday wednesday thursday friday saturday sunday january february march
  april june july august september october november december school schule escuela ecole student teacher lehrer professor
  class classroom homework mathematics math science physics history english education learning classwright computer internet
  windows google facebook instagram whatsapp youtube tiktok apple android iphone samsung michael jennifer jessica ashley
  daniel charlie jordan hunter thomas andrew nicole matthew joshua maria alexander freedom whatever trustno nothing
  please family friends forever lovely beautiful purple orange yellow blue green silver golden diamond pepper ginger cookie
  tigger snoopy mickey minnie donald pikachu naruto killer hacker ninja pirate wizard magic phoenix eagle falcon tiger lion
  correcthorsebatterystaple thisismypassword mypassword newpassword mynewpassword yourpassword ilovemyfamily ilovemymom iloveschool
  iloveyousomuch iloveyouforever opensesame supersecret topsecret verysecret temppassword temporary letmeinplease passwordpassword`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
