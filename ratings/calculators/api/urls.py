from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt

from ratings.calculators.api.calculators import api, nothing_here
from ratings.calculators.api.ratings_on_a_day import router

api.add_router("/players", router)

urlpatterns = [
    path("v1/", api.urls),
    re_path("^v1/", csrf_exempt(nothing_here)),
]
