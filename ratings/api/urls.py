from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt

from ratings.api.calculators import api, no_calculator
from ratings.api.ratings_on_a_day import router

api.add_router("/players", router)

urlpatterns = [
    path("v1/", api.urls),
    re_path("^v1/", csrf_exempt(no_calculator)),
]
