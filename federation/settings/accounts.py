"""Accounts, signing in and the second factor."""

AUTH_USER_MODEL = "federation.User"
AUTHENTICATION_BACKENDS = ["federation.sign_in.backends.ByAddress"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "federation.sign_in.accounts.InvitationOnlyAdapter"
ACCOUNT_FORMS = {
    "add_email": "federation.forms.accounts.NewAddressForm",
    "reset_password": "federation.forms.accounts.ResetForm",
}
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "federation.sign_in.reset_links.ResetLinks"  # noqa: S105
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    # Of one network address, over all accounts and with one account.
    "login_failed": "10/m/ip,5/5m/key",
    # From one browser that the account knows.
    "login_failed_known": "5/5m/key",
    # From all unknown browsers together with one account.
    "login_failed_strangers": "30/h/key",
    # Wrong codes for entering results, from one network address: a whole hall may share
    # it.
    "phone_code_failed": "20/5m/ip",
}
# A new address replaces the former one when the link in its letter has been opened.
ACCOUNT_CHANGE_EMAIL = True
# An unattended browser window must not be enough to take an account over.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Accounts are created by invitation, which confirms their address.
MFA_ALLOW_UNVERIFIED_EMAIL = True
PASSWORD_RESET_TIMEOUT = 86400
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
MFA_ADAPTER = "federation.sign_in.second_factors.SealedSecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Rankbok"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
# The page of what waits for the user, shown after signing in to those who have duties.
DUTIES_URL = "tournaments:desk"
HAS_DUTIES = "tournaments.queries.duties.has_duties"
